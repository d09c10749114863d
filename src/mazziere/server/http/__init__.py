"""The HTTP interface: routes, endpoints, refusals, the OpenAPI schema, and the page's files."""
