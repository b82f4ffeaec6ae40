import type { NotificationChannel } from '@tradeloom/contracts'
import { call } from '../../api/call.ts'

const WORKER = '/notifications-worker.js'

/** Why this browser gets no pushes; null if it can. */
export function pushProblem(): string | null {
  if (!globalThis.isSecureContext) return 'Push notifications need a page with https.'
  const isAble = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  return isAble ? null : 'This browser does not support push notifications.'
}

/** Asks the user for permission, and has pushes sent to this browser. */
export async function subscribeBrowser(): Promise<NotificationChannel | null> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('The browser does not allow notifications of this page. Change that in its settings')
  const { publicKey } = await call('getPushKey', {})
  const registration = await navigator.serviceWorker.register(WORKER)
  await navigator.serviceWorker.ready
  const subscription = await subscribe(registration.pushManager, publicKey)
  const { endpoint, keys } = subscription.toJSON()
  const body = {
    kind: 'push' as const,
    endpoint: endpoint ?? '',
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
  }
  return (await call('addNotificationChannel', { body })).channel
}

async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    // One with the key of another installation at this address is in the way.
    const old = await manager.getSubscription()
    if (old === null) throw error
    await old.unsubscribe()
    return manager.subscribe(options)
  }
}
