import { afterEach, expect, it, vi } from 'vitest'
import { playTone } from './tone.ts'
import { switchTones } from './tones-switch.ts'

const heard: number[] = []

class Node {
  readonly frequency = { value: 0 }
  readonly gain = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() }
  #ended = (): void => {}
  connect(next: Node): Node {
    return next
  }
  start(): void {
    heard.push(this.frequency.value)
  }
  stop(): void {
    setTimeout(() => this.#ended())
  }
  addEventListener(_: string, ended: () => void): void {
    this.#ended = ended
  }
}

class Audio {
  readonly state = 'running'
  readonly currentTime = 0
  readonly destination = new Node()
  readonly createOscillator = () => new Node()
  readonly createGain = () => new Node()
}

afterEach(() => {
  switchTones(false)
  vi.unstubAllGlobals()
})

it('is silent until it is switched on, and until somebody has used the page', async () => {
  vi.stubGlobal('AudioContext', Audio)
  const navigator = { userActivation: { hasBeenActive: false } }
  vi.stubGlobal('navigator', navigator)
  await playTone('fill')
  switchTones(true)
  await playTone('fill')
  expect(heard).toEqual([])
  navigator.userActivation.hasBeenActive = true
  await playTone('fill')
  expect(heard).toEqual([660, 880])
})

it('is played by one of several tabs', async () => {
  vi.stubGlobal('AudioContext', Audio)
  let isFree = false
  const request = async (_name: string, _options: object, use: (lock: object | null) => unknown) =>
    use(isFree ? {} : null)
  vi.stubGlobal('navigator', { locks: { request } })
  switchTones(true)
  heard.length = 0
  await playTone('refused')
  expect(heard).toEqual([])
  isFree = true
  await playTone('refused')
  expect(heard).toEqual([196])
})
