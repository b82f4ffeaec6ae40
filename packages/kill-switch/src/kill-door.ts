import { z } from 'zod'
import { type FlattenAnswer, joinAnswers, readAnswers } from './flatten-answer.ts'
import { type FlattenRequest, flattenRequest, readRequest, requestFlatten } from './flatten-request.ts'
import { checkPass, killPass, type StoredPass } from './kill-pass.ts'

/** Bytes of a body. */
export const MAX_KILL_BYTES = 16 * 1024
/** Where the pass is in a question how far it is. */
export const KILL_PASS_HEADER = 'x-kill-pass'
const MAX_ACCOUNTS = 200
/** New requests of one user: so many at once, and then one each second. */
const BURST = 20
const REFILL_MS = 1_000
const REASON = 'the kill switch'
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'])

const uuid = z.uuid().toLowerCase()
const killBody = z.strictObject({
  pass: killPass,
  id: uuid,
  accounts: z.union([z.literal('all'), z.array(uuid).min(1).max(MAX_ACCOUNTS)]),
})
const killQuery = z.strictObject({ id: uuid.optional() })

export interface KillReply {
  readonly status: number
  readonly body: object
}

export interface KillDoorParts {
  readonly dataDir: string
  readonly door: 'server' | 'guardian'
  readonly now: () => number
  /** Called with each request that is new here, also with one that the disk did not take. */
  readonly onRequest?: (request: FlattenRequest) => void
  /** What a guardian knows that the disk did not take. */
  readonly answersOf?: (id: string) => readonly FlattenAnswer[]
}

/**
 * Takes requests of pages to close accounts down, at the server and at the listener of a guardian alike: a request is a file,
 * a pass is checked by its file, and neither a login nor the database is asked.
 */
export class KillDoor {
  readonly #parts: KillDoorParts
  readonly #taken = new Map<string, { left: number; at: number }>()

  constructor(parts: KillDoorParts) {
    this.#parts = parts
  }

  /** Asks the guardian to close accounts down. The same id twice is one request, whichever door takes it. */
  ask(body: unknown): KillReply {
    const parsed = killBody.safeParse(body)
    if (!parsed.success) return invalid(parsed.error)
    const { dataDir, door, now } = this.#parts
    const { pass, id, accounts } = parsed.data
    const holder = checkPass(dataDir, pass, now())
    if (!holder) return stale()
    const request = flattenRequest.parse({ id, accounts, userId: holder.userId, door, by: REASON, at: now() })
    const before = readRequest(dataDir, id)
    if (before) return isSame(before, request) ? accepted(id) : taken()
    if (this.#answersOf(id).length > 0) return this.#answersFor(id, holder).length > 0 ? accepted(id) : taken()
    if (!this.#isTaken(holder.userId)) return tooMany()
    return this.#write(request)
  }

  /** How far a request is; without one, whether this door is open to the holder of the pass. */
  look(query: unknown, pass: unknown): KillReply {
    const parsed = killQuery.safeParse(query)
    if (!parsed.success) return invalid(parsed.error)
    const { dataDir, door, now } = this.#parts
    const holder = typeof pass === 'string' ? checkPass(dataDir, pass, now()) : null
    if (!holder) return stale()
    const { id } = parsed.data
    if (id === undefined) return { status: 200, body: { door } }
    const answers = this.#answersFor(id, holder)
    const request = readRequest(dataDir, id)
    if (answers.length === 0 && request?.userId !== holder.userId)
      return problem(404, 'not-found', 'not-found', 'There is no such request')
    return { status: 200, body: { id, at: request?.at ?? null, isRead: answers.length > 0, ...joinAnswers(answers) } }
  }

  #write(request: FlattenRequest): KillReply {
    const { dataDir, door, onRequest } = this.#parts
    try {
      requestFlatten(dataDir, request)
    } catch (error) {
      onRequest?.(request)
      const isFull = FULL.has((error as NodeJS.ErrnoException).code)
      const done = door === 'guardian' ? 'The accounts are being closed down all the same' : 'Nothing was closed'
      const message = `The server cannot write the request${isFull ? ': its disk is full' : ''}. ${done}`
      return isFull ? problem(507, 'disk-full', 'limit', message) : problem(503, 'not-written', 'unavailable', message)
    }
    onRequest?.(request)
    return accepted(request.id)
  }

  #answersOf(id: string): readonly FlattenAnswer[] {
    const { dataDir, answersOf } = this.#parts
    return [...readAnswers(dataDir, id), ...(answersOf?.(id) ?? [])]
  }

  #answersFor(id: string, { userId }: StoredPass): FlattenAnswer[] {
    return this.#answersOf(id).filter((answer) => answer.userId === userId)
  }

  /** Wrong passes count nowhere, and each user alone: nobody can use up what somebody else needs. */
  #isTaken(userId: string): boolean {
    const now = this.#parts.now()
    const { left, at } = this.#taken.get(userId) ?? { left: BURST, at: now }
    const filled = Math.min(BURST, left + Math.max(0, now - at) / REFILL_MS)
    if (filled < 1) return false
    this.#taken.set(userId, { left: filled - 1, at: now })
    return true
  }
}

function isSame(before: FlattenRequest, request: FlattenRequest): boolean {
  const what = ({ userId, accounts }: FlattenRequest): string =>
    JSON.stringify([userId, accounts === 'all' ? accounts : accounts.toSorted()])
  return what(before) === what(request)
}

const accepted = (id: string): KillReply => ({ status: 202, body: { id } })

const taken = (): KillReply => problem(409, 'id-taken', 'conflict', 'Another request has this id')

const stale = (): KillReply =>
  problem(401, 'stale-pass', 'unauthenticated', 'This page may no longer use the switch. Reload it, or log in again')

const tooMany = (): KillReply => problem(429, 'too-many-requests', 'limit', 'Too many requests. Try again in 1 second')

function invalid({ issues }: z.ZodError): KillReply {
  const [first] = issues
  const path = first?.path.join('.') ?? ''
  return problem(400, 'invalid-input', 'invalid-input', `${path === '' ? 'request' : path}: ${first?.message ?? ''}`)
}

/** In the form of all errors of the server. */
function problem(status: number, code: string, kind: string, message: string): KillReply {
  return { status, body: { code, kind, message } }
}
