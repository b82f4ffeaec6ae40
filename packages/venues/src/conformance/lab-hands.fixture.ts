import type { Fault, LabClock } from '@tradeloom/venue-lab'
import type { AccountMessage } from '../ports/account-stream.ts'
import type { RequestFault, RunningTradingLab, StreamFault } from './trading-lab.ts'

const REQUEST_FAULTS: Readonly<Record<RequestFault, Fault['do']>> = {
  'lost answer': 'lostAck',
  'late answer': 'delay',
  'answer cut off': 'cut',
  'unreadable answer': 'garbage',
  'server error afterwards': 'unknown503',
  'server error before': '503',
  'refused for now': '429',
  'late request': 'lateRequest',
}

interface LabHandsOptions {
  readonly lab: { readonly clock: LabClock; readonly faults: { add(fault: Fault): void }; stop(): Promise<void> }
  settled(): Promise<void>
  /** Opens the private stream of the adapter. */
  openStream(sink: (message: AccountMessage) => void): { close(): void }
  /** Method and path of the request for each. */
  readonly requests: Readonly<Record<Parameters<RunningTradingLab['disturb']>[0], string>>
  /** How the stand-in names the message of a fill and of a transfer, and the connection on which they come. */
  readonly stream: {
    readonly fill: string
    readonly transfer: string
    readonly connection: NonNullable<Fault['when']['connection']>
  }
}

/** What goes on in the same way at every stand-in: time, faults, and streams that are listened to. */
export function labHands({
  lab,
  settled,
  openStream,
  requests,
  stream,
}: LabHandsOptions): Pick<
  RunningTradingLab,
  'now' | 'settled' | 'listen' | 'advanceTo' | 'disturb' | 'disturbStream' | 'skew' | 'stop'
> {
  const { clock, faults } = lab
  const streams: { close(): void }[] = []
  return {
    now: () => clock.now(),
    settled,
    listen: async () => {
      const messages: AccountMessage[] = []
      const opened = openStream((message) => void messages.push(message))
      streams.push(opened)
      while (messages.length === 0) await settled()
      return { messages, close: () => opened.close() }
    },
    advanceTo: async (time) => {
      while (clock.now() < time) {
        clock.advanceTo(Math.min(time, clock.now() + 1_000))
        await settled()
      }
    },
    disturb: (request, fault, ms) =>
      faults.add({ when: { request: requests[request] }, do: REQUEST_FAULTS[fault], ...(ms ? { ms } : {}) }),
    disturbStream: (fault) => faults.add(streamFault(fault, stream, clock.now())),
    skew: (ms) => faults.add({ when: { time: clock.now() }, do: 'skew', ms }),
    stop: async () => {
      for (const opened of streams) opened.close()
      await lab.stop()
    },
  }
}

function streamFault(
  fault: StreamFault,
  { fill, transfer, connection }: LabHandsOptions['stream'],
  now: number,
): Fault {
  switch (fault) {
    case 'fill lost':
      return { when: { message: fill }, do: 'drop' }
    case 'fill twice':
      return { when: { message: fill }, do: 'duplicate' }
    case 'fill late':
      return { when: { message: fill }, do: 'swap' }
    case 'transfer twice':
      return { when: { message: transfer }, do: 'duplicate' }
    case 'connection lost':
      return { when: { connection, time: now + 1 }, do: 'close' }
    case 'silence':
      return { when: { connection, time: now + 1 }, do: 'halfOpen' }
  }
}
