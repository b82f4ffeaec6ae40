import { type LogLine, socketRequests } from '@tradeloom/contracts'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../../realtime/ask.ts'

export interface LogSource {
  readonly kind: 'account' | 'connection'
  readonly id: string
}

/** As the specification has it. */
const TAIL_MS = 5_000

/** What happened lately on an account or a connection, again and again. */
export function brokerLogQuery({ kind, id }: LogSource) {
  return queryOptions({
    queryKey: ['broker-log', kind, id],
    queryFn: () => requestLog({ kind, id }),
    refetchInterval: TAIL_MS,
    retry: false,
  })
}

async function requestLog({ kind, id }: LogSource): Promise<LogLine[]> {
  try {
    if (kind === 'account') return await ask(socketRequests.requestAccountLog, { accountId: id })
    return await ask(socketRequests.requestConnectionLog, { connectionId: id })
  } catch (error) {
    const { message } = error as Error
    throw message.startsWith(UNABLE) ? error : new Error(`${UNABLE} - ${message}`, { cause: error })
  }
}

const UNABLE = 'Unable to fetch log'
