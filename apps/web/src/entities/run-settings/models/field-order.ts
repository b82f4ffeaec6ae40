/** Label, input, error, help. */
export const FIELD_ORDER: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']
