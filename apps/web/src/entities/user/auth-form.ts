import { useForm, type UseFormReturnType } from '@mantine/form'
import { type SyntheticEvent, useState } from 'react'
import type { z } from 'zod'
import { ApiError, errorText } from '../../api/api-error.ts'
import { fieldErrors } from '../../ui/field-errors.ts'
import { toastError } from '../../ui/toast.ts'

const NARROW = '(max-width: 480px)'

interface AuthForm<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>
  readonly isBusy: boolean
  /** An error of the server that belongs to no field. */
  readonly failure: string | null
  readonly submit: (event?: SyntheticEvent<HTMLFormElement>) => void
}

/** Validates with the contract's schema. Errors are shown at their fields, on narrow screens as toasts. */
export function useAuthForm<Values extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: Values,
  send: (values: Values) => Promise<void>,
): AuthForm<Values> {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<Values>({
    initialValues,
    clearInputErrorOnChange: true,
    validate: (values) => fieldErrors(schema, values),
  })

  const showErrors = (errors: Record<string, unknown>): void => {
    if (!window.matchMedia(NARROW).matches) return
    const first = Object.values(errors)[0]
    if (typeof first === 'string') toastError(first)
    form.clearErrors()
  }

  const sendValues = async (values: Values): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await send(values)
      form.reset()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      const known = Object.fromEntries(Object.entries(fields).filter(([key]) => key in initialValues))
      if (Object.keys(known).length > 0) {
        form.setErrors(known)
        showErrors(known)
      } else if (window.matchMedia(NARROW).matches) toastError(errorText(error))
      else setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return { form, isBusy, failure, submit: form.onSubmit((values) => void sendValues(values), showErrors) }
}
