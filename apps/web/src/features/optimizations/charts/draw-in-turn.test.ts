import { afterEach, expect, it, vi } from 'vitest'
import { drawInTurn } from './draw-in-turn.ts'

afterEach(() => vi.unstubAllGlobals())

it('draws one chart in each frame, in order, without those that were canceled', () => {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  const drawn: string[] = []
  drawInTurn(() => drawn.push('points'))
  const cancel = drawInTurn(() => drawn.push('lines'))
  drawInTurn(() => drawn.push('map'))
  expect(drawn).toEqual([])
  cancel()
  frames.shift()?.()
  expect(drawn).toEqual(['points'])
  frames.shift()?.()
  expect(drawn).toEqual(['points', 'map'])
  expect(frames).toEqual([])
})
