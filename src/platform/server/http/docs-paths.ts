// Where the documents of the API lie. Apart from what makes them, which is loaded when first asked for.
export const docsPath = '/api/docs'
export const documentPath = '/api/openapi.json'
