// Files that the build names by their content and copies to /static/: importing one gives its
// address.
declare module '*.svg' {
  const address: string;
  export default address;
}
declare module '*.woff2' {
  const address: string;
  export default address;
}
// The build reads these imports; in a script nothing of them is left.
declare module '*.css' {}
