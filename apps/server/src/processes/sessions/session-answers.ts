import type { SessionAnswer } from '@tradeloom/sandbox'

export type Answered = Extract<SessionAnswer, { status: 'answered' }>

/** Why a session cannot go on, for its owner. */
export class SessionFailed extends Error {
  override readonly name = 'SessionFailed'
  readonly status: 'Failed' | 'Stopped'

  constructor(message: string, status: 'Failed' | 'Stopped' = 'Failed') {
    super(message)
    this.status = status
  }
}

/** The runner was lost through no fault of the script: another one replays the session. */
export class RunnerLost extends Error {
  override readonly name = 'RunnerLost'
}

/** Throws what ends the session, or its runner. */
export function checked(answer: SessionAnswer): Answered {
  if (answer.status === 'answered') return answer
  if (answer.status === 'lost') throw new RunnerLost(answer.error.message)
  const { message, line } = answer.error
  throw new SessionFailed(line === undefined ? message : `${message} (line ${line})`)
}
