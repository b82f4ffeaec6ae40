import { expect, it } from 'vitest'
import { newCredential, parseCredential, sentKey } from './api-credential.ts'

it('makes keys whose halves have the shape that scanners know, each another one', () => {
  const made = Array.from({ length: 100 }, newCredential)
  for (const { key, secret } of made) {
    expect(key).toMatch(/^tk_[a-z2-7]{16}$/)
    expect(secret).toMatch(/^ts_[A-Za-z0-9_-]{49}$/)
    expect(parseCredential(`${key}.${secret}`)).toEqual({ key, secret })
  }
  expect(new Set(made.flatMap(({ key, secret }) => [key, secret])).size).toBe(200)
})

it('tells a typing error by the check characters', () => {
  const { key, secret } = newCredential()
  for (const at of [3, 20, secret.length - 1]) {
    const wrong = secret[at] === 'A' ? 'B' : 'A'
    expect(parseCredential(`${key}.${secret.slice(0, at)}${wrong}${secret.slice(at + 1)}`)).toBeNull()
  }
  for (const text of ['', key, secret, `${key}${secret}`, `${key}.${secret}x`, ` ${key}.${secret}`])
    expect(parseCredential(text)).toBeNull()
})

it('leaves other schemes to proxies in front', () => {
  expect(sentKey({})).toBeNull()
  expect(sentKey({ authorization: 'Basic tk_x' })).toBeNull()
  expect(sentKey({ authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9' })).toBeNull()
  expect(sentKey({ authorization: 'Bearer tk_anything' })).toBe('tk_anything')
  expect(sentKey({ authorization: 'bearer tk_anything' })).toBe('tk_anything')
})
