import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const CLIENT = { client_id: 'desk', client_secret: 'what only the desk knows' } as const

/** An issuer with pages, on which everybody is who they say. */
export interface IssuerServer {
  readonly url: string
  stop(): Promise<void>
}

/** `callback`: where it may send browsers back to. */
export async function startIssuer(callback: string): Promise<IssuerServer> {
  const server: Server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(url, {
    clients: [{ ...CLIENT, redirect_uris: [callback], token_endpoint_auth_method: 'client_secret_post' }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    cookies: { keys: ['of the stand-in'] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: `${accountId}@desk.example`,
        email_verified: true,
        preferred_username: accountId,
      }),
    }),
  })
  server.on('request', provider.callback())
  return {
    url,
    stop: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
