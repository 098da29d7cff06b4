package httpapi

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/auth"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/webhooks"
)

// webhookPath has the path of one webhook.
type webhookPath struct {
	ID int64 `path:"id" doc:"Webhook ID"`
}

// webhookCreate has the arguments of the creation of a webhook.
type webhookCreate struct {
	OperationParams
	webhooks.Fields
}

// webhookUpdate has the arguments of an update of a webhook.
type webhookUpdate struct {
	webhookPath
	OperationParams
	webhooks.Changes
}

// webhookWrite has the arguments of other writes of a webhook.
type webhookWrite struct {
	webhookPath
	OperationParams
}

// webhookRetry has the arguments of another attempt.
type webhookRetry struct {
	webhookPath
	Delivery int64 `path:"delivery" doc:"Delivery ID"`
	OperationParams
}

// webhookDeliveries has the arguments of the list of deliveries.
type webhookDeliveries struct {
	webhookPath
	Page    int64             `query:"page" default:"1" minimum:"1" rule:"maximum=1000000" doc:"Page number"`
	PerPage param.Opt[int64]  `query:"per_page" default:"10" minimum:"1" maximum:"100" rule:"lenient" doc:"Deliveries per page"`
	State   param.Opt[string] `query:"state" enum:"waiting,delivered,failed" rule:"nonempty" doc:"Only deliveries in this state"`
}

// WebhookList is the response with all webhooks.
type WebhookList struct {
	Webhooks []*webhooks.WebhookView `json:"webhooks" doc:"Webhooks, oldest first"`
}

// WebhookDeliveryList is the response with a page of deliveries.
type WebhookDeliveryList struct {
	Deliveries []webhooks.WebhookDeliveryView `json:"deliveries" doc:"Deliveries, newest first"`
	Total      int64                          `json:"total" doc:"Deliveries on all pages"`
	Pages      int64                          `json:"total_pages" doc:"Pages"`
}

// RegisterWebhooks registers the routes of webhooks, which are for administrators.
func (a *API) RegisterWebhooks() {
	const all, item = "/webhooks", "/webhooks/{id}"
	op := func(id, method, path, summary, description string, errors ...int) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: path, Summary: summary, Description: description,
			Tags: []string{"webhooks"}, Errors: errors, Metadata: map[string]any{openapi.Own: true},
		}
	}
	const admin, missing = auth.RoleAdministrator, http.StatusNotFound
	create := op("add-webhook", http.MethodPost, all, "Add a webhook",
		"Has changes sent to an address, as messages of Standard Webhooks (https://www.standardwebhooks.com). They "+
			"tell what an anonymous caller sees: a record that enters that view is created, one that leaves it deleted. "+
			"The body is {\"type\", \"timestamp\", \"data\"}; data is the record, of a deleted one its ID. The response has "+
			"the secret of the signatures, which is shown this once. A service has up to 100 webhooks.", http.StatusConflict)
	create.DefaultStatus = http.StatusCreated
	operate(a, create, admin, func(r *request.Request, in *webhookCreate) { in.Check(r) },
		func(r *request.Request, in *webhookCreate) (*webhooks.WebhookView, error) {
			return webhooks.Create(r, &in.Fields)
		})
	operate(a, op("list-webhooks", http.MethodGet, all, "List webhooks", "Returns all webhooks."), admin, nil,
		func(r *request.Request, _ *struct{}) (*WebhookList, error) {
			list, err := webhooks.List(r)
			return &WebhookList{list}, err
		})
	operate(a, op("get-webhook", http.MethodGet, item, "Get a webhook", "Returns one webhook.", missing), admin, nil,
		func(r *request.Request, in *webhookPath) (*webhooks.WebhookView, error) {
			return webhooks.Get(r, in.ID)
		})
	update := op("update-webhook", http.MethodPatch, item, "Change a webhook",
		"Changes the fields that are sent. A webhook that is enabled again gets changes from then on.", missing)
	operate(a, update, admin, func(r *request.Request, in *webhookUpdate) { in.Check(r) },
		func(r *request.Request, in *webhookUpdate) (*webhooks.WebhookView, error) {
			return webhooks.Update(r, in.ID, &in.Changes)
		})
	remove := op("delete-webhook", http.MethodDelete, item, "Delete a webhook",
		"Deletes the webhook and its deliveries.", missing)
	operate(a, remove, admin, nil, func(r *request.Request, in *webhookWrite) (*struct{}, error) {
		return nil, webhooks.Delete(r, in.ID)
	})
	rotate := op("rotate-webhook-secret", http.MethodPost, item+"/rotate", "Rotate the secret of a webhook",
		"Makes another secret and returns it, this once. The former one signs beside it for 24 hours.", missing)
	operate(a, rotate, admin, nil, func(r *request.Request, in *webhookWrite) (*webhooks.WebhookView, error) {
		return webhooks.Rotate(r, in.ID)
	})
	test := op("test-webhook", http.MethodPost, item+"/test", "Test a webhook",
		"Has a message of the type webhook.test sent, and returns its delivery.", missing)
	operate(a, test, admin, nil, func(r *request.Request, in *webhookWrite) (*webhooks.WebhookDeliveryView, error) {
		return webhooks.Test(r, in.ID)
	})
	deliveries := op("list-webhook-deliveries", http.MethodGet, item+"/deliveries", "List the deliveries of a webhook",
		"Returns a page of its messages, with what the receiver replied. They are kept for 30 days.", missing)
	operate(a, deliveries, admin, nil, func(r *request.Request, in *webhookDeliveries) (*WebhookDeliveryList, error) {
		perPage := min(in.PerPage.ValueOr(r.Env.Deployment.DefaultPerPage), webhooks.MaxPerPage)
		p, err := webhooks.Deliveries(r, in.ID, in.Page, perPage, in.State.Value)
		if err != nil {
			return nil, err
		}
		return &WebhookDeliveryList{p.Deliveries, p.Total, p.Pages}, nil
	})
	retry := op("retry-webhook-delivery", http.MethodPost, item+"/deliveries/{delivery}/retry", "Retry a delivery",
		"Has a message sent again now, with all attempts before it.", missing)
	operate(a, retry, admin, nil, func(r *request.Request, in *webhookRetry) (*webhooks.WebhookDeliveryView, error) {
		return webhooks.Retry(r, in.ID, in.Delivery)
	})
}
