import { expect, it } from 'vitest'
import { versionLabel } from './version-label.ts'

it('calls a version by its number, the newest one the latest, a draft a new version, and nothing not saved', () => {
  expect(versionLabel({ displayVersionNo: 'v2' })).toBe('v2')
  expect(versionLabel({ displayVersionNo: 'v3' }, true)).toBe('v3 (latest)')
  expect(versionLabel('draft')).toBe('New version')
  expect(versionLabel(null)).toBe('Not saved')
})
