package auth

import (
	"encoding/base64"
	"net/http"
	"strings"
)

// scheme is an authentication scheme.
type scheme int

// The schemes; schemeNone also stands for malformed credentials.
const (
	schemeNone scheme = iota
	schemeBasic
	schemeBearer
)

// credentials are the credentials of a request.
type credentials struct {
	scheme scheme
	name   string // The user, for basic.
	secret string // The password or the token.
}

// parseAuthorization parses the Authorization field (RFC 9110, section 11.4). Two
// fields are malformed, because proxies disagree about which one is used.
func parseAuthorization(header http.Header) credentials {
	fields := header.Values("Authorization")
	if len(fields) != 1 {
		return credentials{}
	}
	word, rest, _ := strings.Cut(fields[0], " ")
	rest = strings.Trim(rest, " ")
	switch strings.ToLower(word) {
	case "basic":
		return basicOf(rest)
	case "bearer":
		return bearerOf(rest)
	}
	return credentials{}
}

// basicOf reads name and password (RFC 7617, section 2).
func basicOf(text string) credentials {
	plain, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return credentials{}
	}
	name, password, ok := strings.Cut(string(plain), ":")
	if !ok {
		return credentials{}
	}
	return credentials{scheme: schemeBasic, name: name, secret: password}
}

// bearerOf reads a token (RFC 6750, section 2.1).
func bearerOf(text string) credentials {
	body := strings.TrimRight(text, "=")
	if body == "" || strings.ContainsFunc(body, isNotToken68) {
		return credentials{}
	}
	return credentials{scheme: schemeBearer, secret: text}
}

// isNotToken68 reports whether a character is not allowed in a token68 (RFC 9110, section 11.2).
func isNotToken68(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	return !letter && !strings.ContainsRune("-._~+/", r)
}
