import { CHANNELS, type LogLine, logLine, TIME_OUTS } from '@tradeloom/contracts'
import { queryOptions } from '@tanstack/react-query'
import { RequestTimeout } from '../../../realtime/socket-client.ts'
import { socket } from '../../../realtime/socket.ts'

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
  const name = kind === 'account' ? 'request-log-account' : 'request-log-connection'
  const payload = kind === 'account' ? { accountId: id } : { connectionId: id }
  const { ms, text } = TIME_OUTS[name]
  try {
    return logLine.array().parse(await socket.request(CHANNELS.brokers, name, payload, ms))
  } catch (error) {
    if (error instanceof RequestTimeout) throw new Error(text, { cause: error })
    const { message } = error as Error
    throw message.startsWith(UNABLE) ? error : new Error(`${UNABLE} - ${message}`, { cause: error })
  }
}

const UNABLE = 'Unable to fetch log'
