import { call } from '../../api/call.ts'

/** Leaves this page for that of an issuer, which comes back here. */
export async function goToIssuer(network: string, purpose: 'link' | 'confirm'): Promise<void> {
  const { url } = await call('beginIdentity', {
    body: { network, purpose, return: location.pathname + location.search },
  })
  location.assign(url)
}
