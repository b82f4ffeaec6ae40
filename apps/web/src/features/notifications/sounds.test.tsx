// @vitest-environment jsdom
import type { Notification } from '@tradeloom/contracts'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { switchTones } from '../../ui/tones-switch.ts'
import { Sounds } from './sounds.tsx'

const ID = '01980000-0000-7000-8000-00000000000'
const SAMPLE = {
  severity: 'info',
  subject: 'Something has happened',
  body: '',
  link: null,
  at: '2026-11-27T10:00:00.000Z',
  isRead: false,
} as const
const heard: number[] = []
class Audio {
  readonly state = 'running'
  readonly currentTime = 0
  readonly destination = null
  createOscillator(): object {
    const frequency = { value: 0 }
    const node = { frequency, connect: () => node, start: () => void heard.push(frequency.value) }
    return { ...node, stop: vi.fn(), addEventListener: (_: string, ended: () => void) => ended() }
  }
  createGain(): object {
    const node = { gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() }, connect: () => node }
    return node
  }
}

afterEach(() => {
  cleanup()
  switchTones(false)
  vi.unstubAllGlobals()
})

it('plays what has come since the page was opened, by its kind, and a digest each time it grows', async () => {
  vi.stubGlobal('AudioContext', Audio)
  const live = liveSocket()
  let listed: Notification[] = []
  const api = mockApi({ listNotifications: () => ({ notifications: listed, unread: listed.length, hasMore: false }) })
  const of = (id: string, kind: string, count = 1): Notification => ({ ...SAMPLE, id: ID + id, kind, count })
  const news = async (...notifications: Notification[]): Promise<void> => {
    listed = notifications
    const before = api.requestsOf('listNotifications').length
    await live.say('user', { event: 'notifications', data: { unread: 1 } })
    await waitFor(() => expect(api.requestsOf('listNotifications')).toHaveLength(before + 1))
  }
  switchTones(true)
  listed = [of('1', 'fills')]
  render(<Sounds isOpen />)
  await waitFor(() => expect(api.requestsOf('listNotifications')).toHaveLength(1))
  await news(of('1', 'fills'))
  await news(of('2', 'backtest-done'), of('1', 'fills'))
  await news(of('2', 'backtest-done'), of('1', 'fills', 2))
  await waitFor(() => expect(heard).toEqual([660, 880]))
  await news(of('3', 'alert'), of('1', 'fills', 2))
  await waitFor(() => expect(heard.slice(2)).toEqual([880, 880, 1175]))
  live.close()
})
