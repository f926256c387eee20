// The token by which agents use Orrery's tools: good for /mcp and for nothing else.
import { homeToken } from './home-token.ts'

export const {
  path: mcpTokenPath,
  read: readMcpToken,
  load: loadMcpToken,
} = homeToken({ file: 'mcp-token', prefix: 'mcp_' })
