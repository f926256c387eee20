declare function call(to: string): Promise<{ readonly ok: boolean; readonly value: unknown }>
export async function read(): Promise<string> {
  const { ok, value } = await call('sessions')
  if (!ok) return (await call('tasks')) as unknown as string // expect: cast-of-answer
  await fetch('sessions') // expect: lone-fetch
  return (value as { readonly id: string }).id // expect: cast-of-answer
}
