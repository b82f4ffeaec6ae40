import { UserError } from '@tradeloom/domain'
import { ownerLink } from './owner-link.ts'
import type { ResponseMessage } from './request-messages.ts'

export interface RequestContext<Progress> {
  report(progress: Progress): void
  /** Aborted when the owner stops the process or has died. */
  readonly signal: AbortSignal
}

/** The `main.ts` of a process that answers requests calls this, once. */
export function serveRequests<Request, Answer, Progress = never>(
  answer: (request: Request, context: RequestContext<Progress>) => Answer | Promise<Answer>,
): void {
  const link = ownerLink<Request, ResponseMessage<Answer, Progress>>()
  const context: RequestContext<Progress> = {
    report: (progress) => void link.send({ kind: 'progress', progress }),
    signal: link.closing,
  }
  let isWorking = false
  link.closing.addEventListener('abort', () => {
    // Work that the signal aborts ends orderly first.
    if (!isWorking) process.exit()
  })
  link.onMessage(async (request) => {
    isWorking = true
    await link.send(await respond(request))
    isWorking = false
    if (link.closing.aborted) process.exit()
  })

  async function respond(request: Request): Promise<ResponseMessage<Answer, Progress>> {
    try {
      return { kind: 'answer', answer: await answer(request, context) }
    } catch (error) {
      if (error instanceof UserError) return { kind: 'failed', message: error.message, code: error.code }
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return { kind: 'failed', message, code: null }
    }
  }
}
