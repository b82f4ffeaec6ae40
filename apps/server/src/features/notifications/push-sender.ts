import { createHash } from 'node:crypto'
import type { RequestDetails } from 'web-push'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Envelopes } from '../../platform/secrets/envelopes.ts'
import { openSecret } from './channel-secret.ts'
import { cutTo } from './cut-to.ts'
import type { Message } from './message.ts'
import type { PushKeys } from './push-keys.ts'
import type { Sender, SendResult } from './sender.ts'

const HOUR_S = 3600
const MAX_PAYLOAD = 3_000
const MINUTE_MS = 60_000
/** A push that did not come within the hour is no news. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS]
const GONE: ReadonlySet<number> = new Set([404, 410])
const LATER: ReadonlySet<number> = new Set([429])
const MAX_WAIT_MS = HOUR_S * 1000
const MAX_PROBLEM = 200

/** What a service worker shows. */
export interface PushPayload {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly tag: string
  readonly isCritical: boolean
}

export interface PushParts {
  readonly outbound: Outbound
  readonly envelopes: Envelopes
  readonly keys: PushKeys
  /** Of whoever runs this server, for operators of push services: an https or mailto URL. */
  readonly contact: string
}

export function pushSender({ outbound, envelopes, keys, contact }: PushParts): Sender {
  return {
    pausesMs: PAUSES_MS,
    givesUpMs: null,
    async send(channel, message): Promise<SendResult> {
      try {
        // Loaded with the first push: most installations send none.
        const { default: webPush } = await import('web-push')
        const { p256dh, auth } = JSON.parse(await openSecret(envelopes, channel)) as { p256dh: string; auth: string }
        const vapidDetails = { subject: contact, ...(await keys.both()) }
        const details: RequestDetails = webPush.generateRequestDetails(
          { endpoint: channel.address, keys: { p256dh, auth } },
          payloadOf(message),
          {
            vapidDetails,
            TTL: HOUR_S,
            urgency: message.severity === 'critical' ? 'high' : 'normal',
            topic: topicOf(message),
          },
        )
        const headers = Object.fromEntries(
          Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
        )
        const { endpoint, method, body } = details
        return resultOf(await outbound.send({ url: endpoint, method, headers, body: body ?? '' }))
      } catch (error) {
        return { kind: 'failed', problem: String(error instanceof Error ? error.message : error).slice(0, MAX_PROBLEM) }
      }
    },
  }
}

/** At most 3,000 bytes: push services refuse larger ones, some without saying so. */
function payloadOf(message: Message): string {
  const { subject, body, url, severity } = message
  const text = (shown: string): string =>
    JSON.stringify({
      title: subject,
      body: shown,
      url,
      tag: topicOf(message),
      isCritical: severity === 'critical',
    } satisfies PushPayload)
  return text(cutTo(body, (shown) => Buffer.byteLength(text(shown)) <= MAX_PAYLOAD))
}

/** A later push about the same thing replaces one that was not shown yet: 32 characters of base64url. */
function topicOf({ dedupKey }: Message): string {
  return createHash('sha256').update(dedupKey).digest('base64url').slice(0, 32)
}

function resultOf({ status, headers }: Awaited<ReturnType<Outbound['send']>>): SendResult {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const problem = `The push service answered ${status}`
  if (GONE.has(status)) return { kind: 'gone', problem }
  if (!LATER.has(status)) return { kind: 'failed', problem }
  const seconds = Number(headers['retry-after'])
  const ms = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : MINUTE_MS
  return { kind: 'wait', ms: Math.min(ms, MAX_WAIT_MS), problem }
}
