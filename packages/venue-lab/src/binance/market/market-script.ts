import { LabClock } from '../../lab-clock.ts'
import type { LabSymbol } from '../symbol.ts'
import type { BookSnapshot, Frame } from './frame.ts'
import { LabMarkets } from './lab-markets.ts'
import { readCapture, type Capture } from './read-capture.ts'

/** What happens in the markets of a stand-in. */
export interface MarketScript {
  /** A folder or file of recorded messages. */
  readonly capture?: string
  /** Own messages, at lab times. */
  readonly frames?: readonly Frame[]
  /** Books at the start, for symbols that the capture does not have. */
  readonly books?: Readonly<Record<string, BookSnapshot>>
  readonly symbols: readonly LabSymbol[]
  readonly isFutures?: boolean
  /** Where the recorded messages begin; by default their own time, on a clock of its own. */
  readonly clock?: LabClock
}

const NOTHING: Capture = { frames: [], books: new Map() }
const STAMPS = /"([ET])":(\d{13})/g
/** Captures are large, and tests start many stand-ins. */
const read = new Map<string, Capture>()

/** Markets that stand at the first recorded book and go on as time does. */
export function startMarkets(script: MarketScript): { clock: LabClock; markets: LabMarkets } {
  const { frames, books } = script.capture === undefined ? NOTHING : readOnce(script.capture)
  const begin = Math.max(0, ...[...books.values()].map(({ after }) => after))
  const start = frames[begin]?.time ?? 0
  const clock = script.clock ?? new LabClock(start)
  const shift = clock.now() - start
  const snapshots = new Map([
    ...Object.entries(script.books ?? {}),
    ...[...books].map(([symbol, { snapshot }]): [string, BookSnapshot] => [symbol, snapshot]),
  ])
  const markets = new LabMarkets(clock, script.symbols, snapshots, script.isFutures)
  const moved = frames.map((frame) => moveFrame(frame, shift))
  for (const { stream, data } of moved.slice(0, begin)) markets.publish(stream, data)
  markets.replay(moved.slice(begin))
  markets.replay(script.frames ?? [])
  return { clock, markets }
}

function readOnce(path: string): Capture {
  const capture = read.get(path) ?? readCapture(path)
  read.set(path, capture)
  return capture
}

function moveFrame(frame: Frame, shift: number): Frame {
  if (shift === 0) return frame
  const data = frame.data.replaceAll(STAMPS, (_, key: string, time: string) => `"${key}":${Number(time) + shift}`)
  return { ...frame, time: frame.time + shift, data }
}
