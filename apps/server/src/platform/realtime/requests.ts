import { CHANNELS, intervalKey, type SocketRequestName, socketRequests } from '@tradeloom/contracts'
import type { z } from 'zod'
import { AppError, unauthenticated } from '../errors/app-error.ts'
import type { BacktestsService } from '../../features/backtests/backtests.service.ts'
import type { MarketService } from '../../features/instruments/market.service.ts'
import type { FairQueue } from '../http/fair-queue.ts'
import type { Client } from './client.ts'

export interface RequestDeps {
  readonly backtests: BacktestsService
  readonly market: MarketService
  /** What takes long waits its turn here. */
  readonly heavyWork: FairQueue
}

type Payload<Name extends SocketRequestName> = z.output<(typeof socketRequests)[Name]>
type Answer<Name extends SocketRequestName> = (payload: Payload<Name>, viewerId: string | null) => Promise<unknown>

/** Every request of the contract has its answer, or this does not compile. */
type Answers = { readonly [Name in SocketRequestName]: Answer<Name> }

const BARS = 5000

export function socketAnswers({ backtests, market }: RequestDeps): Answers {
  return {
    'fetch-charts': ({ id }, viewer) => backtests.charts(id, viewer),
    'fetch-positions': ({ id }, viewer) => backtests.positions(id, viewer),
    'fetch-log': ({ id }, viewer) => backtests.log(id, viewer),
    'tail-log': ({ id }, viewer) => backtests.tailLog(id, viewer),
    stop: ({ id }, viewer) => {
      if (viewer === null) throw unauthenticated()
      return backtests.stop(id, viewer)
    },
    'historical-prices': ({ interval, ...range }, viewer) =>
      market.bars({ ...range, interval: intervalKey.exclude(['Tick']).parse(interval), limit: BARS }, viewer),
  }
}

/** Prices belong to no channel of their own in the specification: every screen asks for them on the one it is on. */
const CHANNELS_OF: Readonly<Record<SocketRequestName, readonly number[]>> = {
  'fetch-charts': [CHANNELS.backtestController],
  'fetch-positions': [CHANNELS.backtestController],
  'fetch-log': [CHANNELS.backtestController],
  'tail-log': [CHANNELS.backtestController],
  stop: [CHANNELS.backtestController],
  'historical-prices': [CHANNELS.brokers, CHANNELS.backtestController, CHANNELS.indicators],
}

/** A stop must not wait behind anything, and the end of a log is short. */
const LIGHT: ReadonlySet<SocketRequestName> = new Set(['stop', 'tail-log'])

/** Throws AppError or ZodError for what is not to be answered. */
export function answerRequest(
  answers: Answers,
  request: { readonly channel: number; readonly name: string; readonly payload: unknown },
  client: Pick<Client, 'userId' | 'parties' | 'isOpen'>,
  heavyWork: FairQueue,
): Promise<unknown> {
  const { name } = request
  if (!isRequestName(name)) throw new AppError('not-found', 'unknown-request', `There is no request ${name}`)
  if (!CHANNELS_OF[name].includes(request.channel)) {
    throw new AppError('invalid-input', 'wrong-channel', `${name} is not a request of channel ${request.channel}`)
  }
  const payload = socketRequests[name].parse(request.payload)
  const answer = () => (answers[name] as Answer<SocketRequestName>)(payload as never, client.userId)
  if (LIGHT.has(name)) return answer()
  return heavyWork.run(client.parties, answer, () => !client.isOpen)
}

function isRequestName(name: string): name is SocketRequestName {
  return Object.hasOwn(socketRequests, name)
}
