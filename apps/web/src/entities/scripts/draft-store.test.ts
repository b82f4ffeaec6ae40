// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { dropDraft, newestDraft, readDraft, type StoredDraft, writeDraft } from './draft-store.ts'

const draft = (text: string, time = 1): StoredDraft => ({ text, baseId: null, message: '', time })

beforeEach(() => localStorage.clear())

describe('stored drafts', () => {
  it('are read back by the user who wrote them, and by nobody else', () => {
    expect(writeDraft('ann', 'indicator/1', draft('let a'))).toBe(true)
    expect(readDraft('ann', 'indicator/1')).toEqual(draft('let a'))
    expect(readDraft('bob', 'indicator/1')).toBeNull()
    dropDraft('ann', 'indicator/1')
    expect(readDraft('ann', 'indicator/1')).toBeNull()
  })

  it('are found by the start of their key, the newest one first', () => {
    writeDraft('ann', 'algorithm/7/v1', draft('old', 5))
    writeDraft('ann', 'algorithm/7/v2', draft('new', 9))
    writeDraft('ann', 'algorithm/70/v1', draft('of another algorithm', 10))
    expect(newestDraft('ann', 'algorithm/7/')?.text).toBe('new')
    expect(newestDraft('bob', 'algorithm/7/')).toBeNull()
  })

  it('are ignored when they are damaged, and not stored when the browser has no space', () => {
    writeDraft('ann', 'description/1', draft('text'))
    const [name = ''] = Object.keys(localStorage)
    for (const text of ['{', '{"text":1}', 'null']) {
      localStorage.setItem(name, text)
      expect(readDraft('ann', 'description/1')).toBeNull()
    }
    const set = Storage.prototype.setItem
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    try {
      expect(writeDraft('ann', 'description/1', draft('text'))).toBe(false)
    } finally {
      Storage.prototype.setItem = set
    }
  })
})
