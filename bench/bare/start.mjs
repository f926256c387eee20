// The reference for the start: what Node itself takes until a server answers. Plain JavaScript, for the fastest start there is.
import { createServer } from 'node:http'

const server = createServer((_request, response) => response.end('{}'))
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
