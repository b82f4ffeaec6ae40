import type { Fault, FaultWhen } from './fault.ts'

const OF_OPEN = ['close', 'stall', 'halfOpen', 'serverShutdown']
const OF_MESSAGES = [
  'drop',
  'duplicate',
  'swap',
  'delay',
  'cut',
  'garbage',
  'oversized',
  'unknownFields',
  'lostFill',
  'lateFill',
  ...OF_OPEN,
]
const OF_HANDSHAKES = ['drop', 'close', 'stall', 'halfOpen', '403', '418', '429', '503']
const OF_REQUESTS = [
  '403',
  '418',
  '429',
  '503',
  'unknown503',
  'refuse',
  'misreport',
  'lostAck',
  'duplicateId',
  'lateRequest',
  'oldSnapshot',
  'skew',
  'drop',
  'close',
  'stall',
  'halfOpen',
  'delay',
  'cut',
  'garbage',
  'oversized',
  'unknownFields',
]

/** Throws unless what goes wrong can go wrong with what it is planned for. */
export function checkFault(fault: Fault): void {
  const { message, request, connection, time } = fault.when
  const targets = [message, request, connection].filter((target) => target !== undefined)
  if (targets.length > 1 || (targets.length === 0 && time === undefined))
    throw new Error('A fault happens to a message, a request or a connection, or at a time')
  const possible = possibleFaults(fault.when)
  if (!possible.includes(fault.do))
    throw new Error(`${fault.do} cannot happen here; possible are ${possible.join(', ')}`)
  if (['refuse', 'misreport'].includes(fault.do) && fault.answer === undefined)
    throw new Error(`${fault.do} needs an answer`)
}

function possibleFaults({ message, request, connection, time }: FaultWhen): readonly string[] {
  if (message !== undefined) return OF_MESSAGES
  if (request !== undefined) return OF_REQUESTS
  if (connection === undefined) return ['skew']
  return time === undefined ? OF_HANDSHAKES : OF_OPEN
}
