import { z } from 'zod'
import { call } from '../../api/call.ts'

/** A page that is open for longer asks for another pass. */
const RENEW_MS = 6 * 3_600_000
const WAIT_MS = 3_000

const step = z.object({
  accountId: z.string(),
  venue: z.string(),
  step: z.enum(['waiting', 'raised', 'flat']),
  raisedAt: z.number().nullable(),
  flatAt: z.number().nullable(),
})
const progress = z.object({
  /** When it was requested, by the server's clock; null if only an answer is left. */
  at: z.number().nullable(),
  isRead: z.boolean(),
  accounts: z.array(step),
  unknown: z.array(z.string()),
  isComplete: z.boolean(),
})
export type KillStep = z.output<typeof step>
export type KillProgress = z.output<typeof progress>

interface Pass {
  readonly pass: string
  readonly guardian: string | null
  readonly at: number
}

let held: Pass | null = null
let asking: Promise<void> | null = null

/** Gets the pass of this page, if it has none or an old one. Then neither a login nor the database is needed any more. */
export function holdPass(isStale = false): Promise<void> {
  if (held !== null && !isStale && Date.now() - held.at < RENEW_MS) return Promise.resolve()
  asking ??= call('issueKillPass', {})
    .then(({ pass, guardian }) => void (held = { pass, guardian, at: Date.now() }))
    .finally(() => (asking = null))
  return asking
}

/** For tests, and when somebody else uses the page. */
export function dropPass(): void {
  held = null
}

/** The server's, and that of the guardian itself where this page reaches it. */
function doors(): string[] {
  return ['/kill', ...(held?.guardian ? [`${held.guardian}/kill`] : [])]
}

/** Asks the guardian through every door. `refused`: all that answer want another pass. */
export async function askDoors(id: string, accounts: 'all' | string[]): Promise<'taken' | 'refused' | 'silent'> {
  if (held === null) return 'refused'
  const body = JSON.stringify({ pass: held.pass, id, accounts })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const answers = await everyDoor('', init)
  if (answers.some(({ status }) => status === 202)) return 'taken'
  return isRefused(answers) ? 'refused' : 'silent'
}

/** What any door says of a request; null if none knows it. */
export async function lookAtDoors(id: string): Promise<KillProgress | null> {
  const answers = await everyDoor(`?id=${id}`)
  const known = await Promise.all(
    answers.map(async (answer) => progress.safeParse(answer.ok ? await answer.json().catch(() => null) : null)),
  )
  const found = known.flatMap(({ data }) => data ?? [])
  return found.toSorted((one, other) => Number(other.isRead) - Number(one.isRead))[0] ?? null
}

/** Whether a request would be taken now. */
export async function checkDoors(): Promise<'taken' | 'refused' | 'silent'> {
  if (held === null) return 'refused'
  const answers = await everyDoor('')
  if (answers.some(({ ok }) => ok)) return 'taken'
  return isRefused(answers) ? 'refused' : 'silent'
}

const isRefused = (answers: readonly Response[]): boolean => answers.some(({ status }) => status === 401)

/** The answers of those that answer in time. The first that is good is enough. */
async function everyDoor(query: string, init: RequestInit = {}): Promise<Response[]> {
  const headers = { ...init.headers, 'x-kill-pass': held?.pass ?? '' }
  const answers: Response[] = []
  const asked = doors().map(async (door) => {
    const isPost = init.method === 'POST'
    const signal = AbortSignal.timeout(WAIT_MS)
    const answer = await fetch(`${door}${query}`, { ...init, headers: isPost ? init.headers! : headers, signal })
    answers.push(answer)
    if (!answer.ok) throw new Error(String(answer.status))
  })
  await Promise.any(asked).catch(() => undefined)
  return answers
}
