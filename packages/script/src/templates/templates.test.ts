import { describe, expect, it } from 'vitest'
import { analyzeScript } from '../analyze-script.ts'
import { TEMPLATES, templateScript } from './templates.ts'

describe('a template', () => {
  it.each(TEMPLATES.map((template) => [template.title, template.script] as const))(
    'has neither errors nor warnings: %s',
    (_, script) => {
      expect(analyzeScript(script, 'algorithm')).toMatchObject({ errors: [], warnings: [] })
    },
  )

  it('is a moving average cross unless another one is wanted', () => {
    expect(templateScript()).toBe(TEMPLATES[0].script)
    expect(templateScript('blank')).toContain('function onIntervalClose')
  })
})
