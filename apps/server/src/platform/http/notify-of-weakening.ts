import type { Endpoint } from '@tradeloom/contracts'
import { type Drizzle, newId, notify } from '@tradeloom/database'
import type { FastifyRequest } from 'fastify'
import { browserName } from '../auth/browser-name.ts'
import type { Login } from '../auth/login.ts'

interface Weakening {
  readonly auth: Endpoint['auth']
  readonly subject: string
  /** What changes, such as amounts. */
  readonly change: string | undefined
  readonly params: unknown
  readonly login: Login | null
  readonly request: Pick<FastifyRequest, 'headers' | 'ip'>
}

/** Tells the user of an account that a protection of it was lowered, wherever they are told what is critical. */
export async function notifyOfWeakening(
  { db, now }: { readonly db: Drizzle; readonly now: () => number },
  { auth, subject, change, params, login, request }: Weakening,
): Promise<void> {
  const userId = auth === 'admin' ? (params as { readonly id: string }).id : login?.user.id
  if (userId === undefined) return
  const where = `${browserName(request.headers['user-agent'] ?? '')}, at ${request.ip}.`
  const advice = 'If it was not you, sign out everywhere else, change your password, and undo it.'
  await db.transaction((tx) =>
    notify(tx, userId, {
      kind: 'protection-lowered',
      subject,
      body: auth === 'admin' ? 'Ask them if you did not ask for it.' : `${where} ${advice}`,
      amounts: change,
      object: 'settings:security',
      dedupKey: newId(),
      at: now(),
    }),
  )
}
