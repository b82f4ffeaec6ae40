import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Indicator, IndicatorArgument } from '@tradeloom/contracts'
import { literalProblem, parseLiteral } from '@tradeloom/script/parse-literal'
import type { ReactElement } from 'react'

interface ParameterFormProps {
  readonly indicator: Indicator
  readonly onAdd: (parameters: IndicatorArgument[]) => void
  readonly onBack: () => void
}

/** A default as it would be typed. */
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value))

/** Asks for the parameters of an indicator, as JavaScript literals. An empty one takes the indicator's default. */
export function ParameterForm({ indicator, onAdd, onBack }: ParameterFormProps): ReactElement {
  const form = useForm({
    initialValues: { texts: indicator.parameters.map(({ defaultValue }) => textOf(defaultValue)) },
    clearInputErrorOnChange: true,
  })
  const submit = ({ texts }: { texts: string[] }): void => {
    const problems = texts.flatMap((text, at) =>
      parseLiteral(text) === undefined ? [[`texts.${at}`, literalProblem(text)] as const] : [],
    )
    if (problems.length > 0) return form.setErrors(Object.fromEntries(problems))
    onAdd(texts.map((text) => parseLiteral(text) as IndicatorArgument))
  }
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate aria-label={`Parameters of ${indicator.key}`}>
      <Stack gap="xs">
        <strong>{indicator.name}</strong>
        {indicator.parameters.map(({ name }, at) => (
          <TextInput
            key={name}
            size="xs"
            label={name}
            spellCheck={false}
            data-autofocus={at === 0 || undefined}
            {...form.getInputProps(`texts.${at}`)}
          />
        ))}
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onBack}>
            Back
          </Button>
          <Button size="xs" type="submit">
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
