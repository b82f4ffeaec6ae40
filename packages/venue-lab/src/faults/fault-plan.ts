import type { LabClock } from '../lab-clock.ts'
import { checkFault } from './check-fault.ts'
import type { Fault, OandaStream, VenueSocketKind } from './fault.ts'

interface Planned {
  readonly fault: Fault
  matches: number
  happened: number
}

/** The faults of a stand-in; the same seed and the same traffic give the same ones. */
export class FaultPlan {
  readonly #clock: LabClock
  readonly #planned: Planned[] = []
  readonly #happened: Fault[] = []
  readonly #onTime: (fault: Fault) => void
  #seed: number

  /** `onTime` performs faults that wait for a time alone. */
  constructor(clock: LabClock, seed: number, onTime: (fault: Fault) => void) {
    this.#clock = clock
    this.#seed = seed >>> 0
    this.#onTime = onTime
  }

  /** Throws for a fault that cannot happen: a test would pass without it. */
  add(fault: Fault): void {
    checkFault(fault)
    const { time, message, request } = fault.when
    if (time === undefined || message !== undefined || request !== undefined)
      this.#planned.push({ fault, matches: 0, happened: 0 })
    else
      this.#clock.at(time, () => {
        this.#happened.push(fault)
        this.#onTime(fault)
      })
  }

  /** What has gone wrong so far, in order. */
  get happened(): readonly Fault[] {
    return this.#happened
  }

  /** What was planned and has not happened does not happen. */
  clear(): void {
    this.#planned.length = 0
  }

  ofMessage(name: string): Fault | null {
    return this.#find(({ message }) => message !== undefined && isNamed(message, name))
  }

  ofRequest(name: string): Fault | null {
    return this.#find(({ request }) => request !== undefined && isNamed(request, name))
  }

  ofConnection(kind: VenueSocketKind | OandaStream): Fault | null {
    return this.#find(({ connection }) => connection === kind)
  }

  /** The first fault that is due; those behind it stay due. */
  #find(isMeant: (when: Fault['when']) => boolean): Fault | null {
    const due = this.#planned.filter((planned) => {
      const { when } = planned.fault
      return isMeant(when) && this.#clock.now() >= (when.time ?? 0) && this.#isDue(planned)
    })
    const [first] = due
    if (first === undefined) return null
    first.happened++
    this.#happened.push(first.fault)
    return first.fault
  }

  #isDue(planned: Planned): boolean {
    const { nth = 1, times, chance } = planned.fault.when
    planned.matches++
    // Always drawn, so that what else is planned does not change it.
    const isDrawn = chance === undefined ? planned.matches >= nth : this.#random() < chance
    return isDrawn && planned.happened < (times ?? (chance === undefined ? 1 : Infinity))
  }

  /** Uniform in [0, 1): mulberry32. */
  #random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) >>> 0
    let mixed = this.#seed
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function isNamed(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
