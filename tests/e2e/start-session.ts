import type { HttpClient } from '@tradeloom/testkit'

/** A session of a new algorithm on the user's paper account, on minutes of a market. */
export async function startSession(
  client: HttpClient,
  instrumentId: string,
  script: string,
  name = `Counts ${performance.now()}`,
): Promise<string> {
  const [account] = (await client.get('/api/accounts')).json as { id: string; connectionId: string }[]
  const { json: algorithm } = await client.post('/api/algorithms', { name })
  const { json: version } = await client.post(`/api/algorithms/${algorithm.id}/versions`, { script, message: '' })
  const created = await client.post(`/api/algorithms/${algorithm.id}/sessions`, {
    algorithmId: algorithm.id,
    algorithmVersionId: version.id,
    brokerConnectionId: account?.connectionId,
    brokerAccountId: account?.id,
    instrumentId,
    interval: 'M1',
    inFlight: 'any',
  })
  if (created.status !== 200) throw new Error(`A session could not be started: ${created.text}`)
  return String(created.json.id)
}
