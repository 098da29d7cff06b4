package calendar

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// TransformSchema describes the type in the OpenAPI document (huma.SchemaTransformer).
func (*EventLD) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return described(s, "An event as schema.org describes it")
}

// TransformSchema describes the type in the OpenAPI document.
func (*OfferLD) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return described(s, "The price of an event as schema.org describes it")
}

// Schema describes the type in the OpenAPI document (huma.SchemaProvider).
func (*Location) Schema(r huma.Registry) *huma.Schema {
	place, online := r.Schema(reflect.TypeFor[*PlaceLD](), true, ""),
		r.Schema(reflect.TypeFor[*VirtualLocationLD](), true, "")
	both := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{AnyOf: []*huma.Schema{place, online}}}
	return &huma.Schema{
		AnyOf: []*huma.Schema{place, online, both}, Description: "Where an event takes place: at a venue, online, or both",
	}
}

// TransformSchema describes the type in the OpenAPI document.
func (*VirtualLocationLD) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return described(s, "The address of an online event as schema.org describes it")
}

// TransformSchema describes the type in the OpenAPI document.
func (*PersonLD) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return described(s, "An organizer as schema.org describes it")
}

// TransformSchema describes the type in the OpenAPI document.
func (*PlaceLD) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return described(s, "A venue as schema.org describes it")
}

// TransformSchema describes the type in the OpenAPI document.
func (*AddressLD) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return described(s, "A postal address as schema.org describes it")
}

// TransformSchema describes the type in the OpenAPI document.
func (*GeoLD) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return described(s, "A point as schema.org describes it")
}

// described sets the description of a schema.
func described(s *huma.Schema, text string) *huma.Schema {
	s.Description = text
	return s
}
