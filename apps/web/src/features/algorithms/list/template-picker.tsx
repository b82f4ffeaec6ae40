import { Radio } from '@mantine/core'
import type { TemplateName } from '@tradeloom/contracts'
import { TEMPLATES } from '@tradeloom/script/templates'
import type { ReactElement } from 'react'
import classes from './template-picker.module.css'

interface TemplatePickerProps {
  readonly value: TemplateName
  readonly onChange: (name: TemplateName) => void
}

/** The templates beside the script of the chosen one. */
export function TemplatePicker({ value, onChange }: TemplatePickerProps): ReactElement {
  const chosen = TEMPLATES.find(({ name }) => name === value)
  return (
    <div className={classes['picker']}>
      <Radio.Group label="Template" value={value} onChange={(name) => onChange(name as TemplateName)}>
        <div className={classes['choices']}>
          {TEMPLATES.map(({ name, title, description }) => (
            <Radio.Card key={name} value={name} className={classes['choice'] ?? ''}>
              <strong>{title}</strong>
              <span className="muted">{description}</span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <pre className={classes['code']} aria-label={`Script of ${chosen?.title ?? ''}`} tabIndex={0}>
        {chosen?.script}
      </pre>
    </div>
  )
}
