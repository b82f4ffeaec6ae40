import { type EndpointName, endpoints } from '@tradeloom/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../api/call.ts'
import { errorReply, mockApi, sampleReply } from './mock-api.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

afterEach(() => vi.unstubAllGlobals())

describe('mockApi', () => {
  it.each(Object.keys(endpoints) as EndpointName[])('has a valid reply for %s', (name) => {
    expect(endpoints[name].response.safeParse(sampleReply(name)).success).toBe(true)
  })

  it('answers a call, and records it', async () => {
    const api = mockApi({
      getAlgorithm: ({ params }) => sampleReply('getAlgorithm', { id: params['id'], name: 'Cross' }),
    })
    await expect(call('getAlgorithm', { params: { id: ID } })).resolves.toMatchObject({ id: ID, name: 'Cross' })
    expect(api.requests).toEqual([
      { name: 'getAlgorithm', isShared: false, params: { id: ID }, query: {}, body: undefined },
    ])
  })

  it('rejects an invalid body with the errors of the contract', async () => {
    mockApi()
    await expect(call('login', { body: { username: '', password: 'x' } })).rejects.toMatchObject({
      status: 400,
      fields: { username: 'Please enter your user name' },
    })
  })

  it('sends errors of a test', async () => {
    mockApi({ logout: () => errorReply(500, { code: 'broken', message: 'Out of order' }) })
    await expect(call('logout', {})).rejects.toMatchObject({ status: 500, message: 'Out of order' })
  })

  it('refuses replies that break the contract', async () => {
    mockApi({ keepAlive: { ok: 'perhaps' } as never })
    await expect(call('keepAlive', {})).rejects.toThrow('Invalid mock of keepAlive')
  })
})
