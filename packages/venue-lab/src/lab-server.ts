import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server for the requests to a stand-in. */
export function labServer(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Server {
  return createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      // A fault of the stand-in itself, which must not look like one of the venue.
      if (!response.headersSent) response.writeHead(501)
      response.end(`The stand-in failed: ${error instanceof Error ? error.stack : String(error)}`)
    })
  })
}

/** Listens on a free port of this machine. Returns the address without a protocol. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Ends all connections, and resolves once the port is free. */
export async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
