// How the bundler presents a shell script: as its text.
declare module '*.sh' {
  const text: string
  export default text
}
