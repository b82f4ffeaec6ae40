import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '@tradeloom/domain'
import { serveRequests } from '../serve-requests.ts'

/** What a test asks the process to do. */
export type EchoRequest =
  | { readonly do: 'echo'; readonly bytes: Uint8Array }
  | { readonly do: 'pid' | 'hang' | 'exit' | 'fill' | 'refuse' | 'fail' }
  | { readonly do: 'report'; readonly times: number }

const kept: unknown[] = []

serveRequests<EchoRequest, unknown, number>(async (request, { report, signal }) => {
  switch (request.do) {
    case 'echo':
      return request.bytes
    case 'pid':
      return process.pid
    case 'report':
      for (let n = 1; n <= request.times; n++) report(n)
      return request.times
    case 'hang':
      return sleep(600_000, null, { signal })
    case 'exit':
      return process.exit(3)
    case 'refuse':
      throw new UserError('no-data', 'There is none')
    case 'fail':
      throw new Error('a bug')
    case 'fill':
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => ({ n })))
  }
})
