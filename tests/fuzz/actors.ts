import { HttpClient, signUp, TEST_MARKET } from '@tradeloom/testkit'
import type { Stock } from './value-of-schema.ts'

export const ACTORS = ['visitor', 'owner', 'other', 'admin', 'expired'] as const
type ActorName = (typeof ACTORS)[number]

export interface Actor {
  readonly name: ActorName
  cookie: string
  readonly stock: Stock
}

/** Visible to the owner alone: never shared, and not changed by the fuzzer. */
export interface Secrets {
  readonly ids: readonly string[]
  readonly texts: readonly string[]
}

const PASSWORD = 'correct horse'
const SECRET = 'secretOfTheOwner'
const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const SCRIPTS = [
  `// ${SECRET}\nfunction onTick() {}`,
  'function onTick() { log(1) }',
  "const externals = ['a']\nfunction onIntervalClose(bar) { buy({ quantity: 1000 }) }",
  'function onTick() {',
  'x'.repeat(200_000),
  'function onTick() { while (true) {} }',
]

/** Five users who send requests, and one user's secrets. */
export async function makeActors(url: string): Promise<{ actors: Actor[]; secrets: Secrets }> {
  const admin = await signUp(url, 'admin-of-fuzz')
  const owner = await signUp(url, 'owner-of-fuzz')
  const other = await signUp(url, 'other-of-fuzz')
  const expired = await signUp(url, 'expired-of-fuzz')
  const endedCookie = expired.cookie
  await expired.get('/api/user/logout')

  const secret = await makeThings(owner, SECRET)
  const clients = { visitor: new HttpClient(url), owner, other, admin, expired }
  const own = new Map<ActorName, readonly string[]>()
  for (const name of ['owner', 'other', 'admin'] as const)
    own.set(name, await makeThings(clients[name], `mark-${name}`))
  const everything = [...secret, ...[...own.values()].flat(), UNKNOWN]
  const actors = ACTORS.map((name): Actor => {
    const ids = own.get(name) ?? []
    return {
      name,
      cookie: name === 'expired' ? endedCookie : clients[name].cookie,
      stock: {
        // The owner may share or delete its own secrets, but then they would no longer be secret.
        ids: name === 'owner' ? [...ids, ...ids, UNKNOWN] : [...ids, ...ids, ...ids, ...everything],
        instruments: [TEST_MARKET.id, 'EURUSD:NO', 'forex'],
        mark: `mark-${name}`,
        scripts: name === 'owner' ? SCRIPTS : SCRIPTS.slice(1),
      },
    }
  })
  return { actors, secrets: { ids: secret, texts: [SECRET, 'owner-of-fuzz@example.com'] } }
}

async function makeThings(client: HttpClient, name: string): Promise<string[]> {
  const algorithm = (await client.post('/api/algorithms', { name })).json
  const script = `// ${name}\nfunction onTick() { if (positions.count === 0) buy({ quantity: 1000 }) }`
  const version = (await client.post(`/api/algorithms/${algorithm.id}/versions`, { script, message: name })).json
  const { id, start, end } = TEST_MARKET
  const settings = { algorithmId: algorithm.id, algorithmVersionId: version.id, instrumentId: id, start, end }
  const run = (await client.post('/api/backtest', { ...settings, interval: 'M15' })).json
  await client.until(`/api/backtest/${run.id}`, (row: { status: string }) => row.status === 'Completed')
  const indicator = (await client.post('/api/technical-indicators', { name })).json
  const form = new FormData()
  form.append('instrumentId', 'EURUSD:MINE')
  form.append('format', 'histdata')
  form.append('file', new Blob(['20240108 000000;1.1;1.1;1.1;1.1;0\n']), 'DAT_ASCII_EURUSD_M1_2024.csv')
  const imported = (await client.call('POST', '/api/market-data/imports', form)).json
  return [algorithm.id, version.id, run.id, indicator.id, imported.id]
}

/** Signs in again if the fuzzer has ended the login. */
export async function signInAgain(url: string, actor: Actor): Promise<void> {
  const client = new HttpClient(url)
  const answer = await client.post('/login', { username: `${actor.name}-of-fuzz`, password: PASSWORD })
  if (answer.status === 200) actor.cookie = client.cookie
}
