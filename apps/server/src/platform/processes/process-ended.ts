/** Why a process ended although its owner did not ask it to. */
export type EndReason = 'heap' | 'resident' | 'silence' | 'crash'

/** A process ended before it answered. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded'
  readonly reason: EndReason

  constructor(processName: string, reason: EndReason, cause?: unknown) {
    super(`The process ${processName} ended: ${reason}`, cause === undefined ? {} : { cause })
    this.reason = reason
  }
}
