import { type Drizzle, notify, schema } from '@tradeloom/database'
import { instrumentName } from '@tradeloom/domain'
import { isNotNull } from 'drizzle-orm'
import { hourDue, type HourDue } from './hour-due.ts'
import { activeSessions, type RunningSession, sessionProblem, type SessionProblemParts } from './session-problem.ts'

const { notificationPreferences } = schema

/** A process that was lost is replaced sooner. */
const ALARM_MINUTES = 5
const LISTED = 20

export interface StillRunningParts extends SessionProblemParts {
  readonly db: Drizzle
}

/**
 * Tells users at the hour of the day that they have chosen that all their sessions run. It is sent while that is so and
 * never otherwise, so that its absence is an alarm; what is wrong is told as something else.
 */
export class StillRunning {
  readonly #parts: StillRunningParts
  /** Of the last look: they are not asked about again. */
  #told: ReadonlySet<string> = new Set()

  constructor(parts: StillRunningParts) {
    this.#parts = parts
  }

  async look(): Promise<void> {
    const { userId, stillRunningAt, timeZone } = notificationPreferences
    const asked = await this.#parts.db
      .select({ userId, at: stillRunningAt, timeZone })
      .from(notificationPreferences)
      .where(isNotNull(stillRunningAt))
    const told = new Set<string>()
    const failures: unknown[] = []
    for (const one of asked) {
      const due = hourDue({ at: one.at ?? 0, timeZone: one.timeZone }, this.#parts.now())
      if (due === null) continue
      const key = `${one.userId}:${due.day}`
      // What fails for one user does not keep it from the others.
      try {
        if (this.#told.has(key) || (await this.#tell(one.userId, due))) told.add(key)
      } catch (error) {
        failures.push(error)
      }
    }
    this.#told = told
    if (failures.length > 0) throw failures[0]
  }

  /** False while it has to be looked at again. */
  async #tell(userId: string, { day, minutes }: HourDue): Promise<boolean> {
    const { db } = this.#parts
    const sessions = await activeSessions(db, userId)
    if (sessions.length === 0) return false
    const problems: string[] = []
    for (const session of sessions) {
      const problem = await sessionProblem(session, this.#parts)
      if (problem !== null) problems.push(`${nameOf(session)}: ${problem}`)
    }
    if (problems.length > 0 && minutes < ALARM_MINUTES) return false
    const some = (count: number): string => (count === 1 ? '1 session' : `${count} sessions`)
    const about =
      problems.length === 0
        ? ({
            kind: 'still-running',
            subject: `${some(sessions.length)} still running`,
            body: listed(sessions.map(nameOf)),
          } as const)
        : ({
            kind: 'not-running',
            subject: `${some(problems.length)} of ${sessions.length} not running`,
            body: listed(problems),
          } as const)
    const object = sessions.length === 1 ? `session:${sessions[0]?.id}` : 'sessions:'
    await db.transaction((tx) => notify(tx, userId, { ...about, object, dedupKey: day }))
    return problems.length === 0
  }
}

const nameOf = ({ algorithmName, instrumentId }: RunningSession): string =>
  `${algorithmName} on ${instrumentName(instrumentId)}`

function listed(lines: readonly string[]): string {
  const more = lines.length - LISTED
  return [...lines.slice(0, LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
