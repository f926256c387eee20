// The route of the tools for agents: JSON-RPC of the Model Context Protocol.
import { route } from '#platform/route.ts'

/** What the protocol calls a message; its library looks into it. */
type Message = { readonly jsonrpc: '2.0'; readonly [field: string]: unknown }

/** One message of an agent's client, or several; streamable HTTP without sessions, answered in JSON. */
export const callTools = route<{ body: Message | Message[]; answer: string }>()({
  method: 'POST',
  path: '/mcp',
  access: 'authenticated',
})
