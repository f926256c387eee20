/** Of data alone. */
export type Handed = { readonly id: string } // expect: value-in-ports
/** Can be asked. */
export type Asked = { readonly nameOf: (id: string) => string }
