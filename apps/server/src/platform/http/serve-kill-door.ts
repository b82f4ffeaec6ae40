import { KILL_PASS_HEADER, KillDoor, type KillDoorParts, type KillReply, MAX_KILL_BYTES } from '@tradeloom/kill-switch'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * The switch of pages at the server: it asks neither for a login nor the database. Requests are not limited by address, as
 * others are, because a stranger behind the same proxy must not keep a right one from being taken.
 */
export function serveKillDoor(app: FastifyInstance, parts: Omit<KillDoorParts, 'door'>): void {
  const door = new KillDoor({ ...parts, door: 'server' })
  const config = { rateLimit: false }
  app.post('/kill', { config, bodyLimit: MAX_KILL_BYTES }, (request, reply) => send(reply, door.ask(request.body)))
  app.get('/kill', { config }, (request, reply) =>
    send(reply, door.look(request.query, request.headers[KILL_PASS_HEADER])),
  )
}

function send(reply: FastifyReply, { status, body }: KillReply): FastifyReply {
  return reply.status(status).send(body)
}
