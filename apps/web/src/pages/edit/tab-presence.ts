import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'

const CHANNEL = 'tradeloom-editor'

const message = z.object({
  type: z.enum(['opened', 'present', 'closed', 'saved']),
  /** What is open: `algorithm/{id}`. */
  key: z.string(),
  /** The tab that sent it. */
  tab: z.string(),
})
type Message = z.infer<typeof message>

const TAB = Math.random().toString(36).slice(2)

function send(channel: BroadcastChannel, type: Message['type'], key: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin
  channel.postMessage({ type, key, tab: TAB } satisfies Message)
}

/** Tells the other tabs of this browser that something was saved. */
export function announceSave(key: string): void {
  const channel = new BroadcastChannel(CHANNEL)
  send(channel, 'saved', key)
  channel.close()
}

/** Whether another tab of this browser has the same thing open; null has nothing open. */
export function useOtherTabs(key: string | null, onSavedElsewhere: () => void): boolean {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set())
  const saved = useEffectEvent(onSavedElsewhere)
  useEffect(() => {
    if (key === null) return undefined
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const parsed = message.safeParse(data)
      if (!parsed.success || parsed.data.key !== key || parsed.data.tab === TAB) return
      const { type, tab } = parsed.data
      if (type === 'saved') saved()
      if (type === 'opened') send(channel, 'present', key)
      setOthers((known) => {
        const next = new Set(known)
        if (type === 'closed') next.delete(tab)
        else next.add(tab)
        return next
      })
    })
    const close = (): void => send(channel, 'closed', key)
    send(channel, 'opened', key)
    globalThis.addEventListener('pagehide', close)
    return () => {
      globalThis.removeEventListener('pagehide', close)
      close()
      channel.close()
      setOthers(new Set())
    }
  }, [key])
  return others.size > 0
}
