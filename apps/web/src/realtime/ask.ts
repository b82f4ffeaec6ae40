import { CHANNELS, type SocketRequest } from '@tradeloom/contracts'
import type { z } from 'zod'
import { RequestTimeout } from './socket-client.ts'
import { socket } from './socket.ts'

/**
 * Requests something over the socket. @throws {Error} with the server's text, or that of the request if no answer comes in
 * time.
 */
export async function ask<Payload extends z.ZodType, Answer extends z.ZodType>(
  request: SocketRequest<Payload, Answer>,
  payload: z.input<Payload>,
): Promise<z.output<Answer>> {
  return request.answer().parse(await submit(request, payload))
}

/** As `ask`, for what is done whatever its answer looks like. */
export async function submit<Payload extends z.ZodType>(
  { name, channels, timeout }: SocketRequest<Payload>,
  payload: z.input<Payload>,
): Promise<unknown> {
  try {
    return await socket.request(CHANNELS[channels[0]], name, payload, timeout.ms)
  } catch (error) {
    if (error instanceof RequestTimeout && timeout.text !== undefined) throw new RequestTimeout(timeout.text)
    throw error
  }
}
