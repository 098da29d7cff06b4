package wordpress

import (
	"net/http"
	"strings"

	"almanac/runtime/auth"
)

// me answers who the caller is.
func (e *exchange) me() (int, any, error) {
	caller := e.Caller
	if caller.IsAnonymous() {
		return 0, nil, e.refused("rest_not_logged_in", "Sign in to use this: send your credentials.")
	}
	context, err := e.context(true)
	if err != nil {
		return 0, nil, err
	}
	user := object{
		"id": caller.User, "name": caller.Name, "slug": caller.Name, "url": "", "description": "",
		"link":        e.api.Env.Deployment.SiteURL + "/",
		"avatar_urls": object{}, "meta": []any{}, "_links": object{"self": links(e.url + "/wp/v2/users/me")},
	}
	if context == "edit" {
		user["username"], user["nickname"], user["roles"] = caller.Name, caller.Name, []auth.Role{caller.Role}
		user["capabilities"] = capabilities(e.kinds, caller)
	}
	return http.StatusOK, user, nil
}

// capabilities returns what the caller may do, by the names of WordPress.
func capabilities(kinds []*kind, caller auth.Caller) map[string]bool {
	granted := map[string]bool{"read": true, "upload_files": caller.CanUpload()}
	for _, k := range kinds {
		p, plural := k.resource.Permissions, strings.TrimSuffix(k.name, "s")+"s"
		switch {
		case k.resource.Post:
			granted["edit_"+plural], granted["publish_"+plural], granted["edit_others_"+plural] = p.CanCreate(caller),
				p.CanPublish(caller), p.CanEditOthers(caller)
		case k.resource.Hierarchical:
			granted["manage_categories"] = p.CanEditTerms(caller)
		}
	}
	for _, action := range []string{"edit", "publish", "edit_others"} { // What programs that know posts alone look for.
		granted[action+"_posts"] = granted[action+"_tribe_events"]
	}
	return granted
}
