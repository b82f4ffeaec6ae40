import { createHmac } from 'node:crypto'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Envelopes } from '../../platform/secrets/envelopes.ts'
import { openSecret } from './channel-secret.ts'
import type { Message } from './message.ts'
import type { Sender, SendResult } from './sender.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MAX_PROBLEM = 200

/** Eight tries over a day, and off after three days in which nothing has arrived. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 10 * HOUR_MS]
const GIVES_UP_MS = 72 * HOUR_MS

/** Header with which a receiver checks who has called: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hex>`. */
const SIGNATURE_HEADER = 'tradeloom-signature'

function signed(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export function webhookSender(outbound: Outbound, envelopes: Envelopes, now: () => number): Sender {
  return {
    pausesMs: PAUSES_MS,
    givesUpMs: GIVES_UP_MS,
    async send(channel, message): Promise<SendResult> {
      const body = JSON.stringify(payloadOf(message))
      try {
        const secret = await openSecret(envelopes, channel)
        const headers = {
          'content-type': 'application/json',
          'user-agent': 'Tradeloom',
          [SIGNATURE_HEADER]: signed(secret, Math.floor(now() / 1000), body),
        }
        const { status } = await outbound.send({ url: channel.address, method: 'POST', headers, body })
        return status >= 200 && status < 300 ? { kind: 'sent' } : { kind: 'failed', problem: `It answered ${status}` }
      } catch (error) {
        return { kind: 'failed', problem: String(error instanceof Error ? error.message : error).slice(0, MAX_PROBLEM) }
      }
    },
  }
}

function payloadOf({ id, kind, severity, subject, body, url, at, count }: Message) {
  return { id, kind, severity, subject, body, url, at, count }
}
