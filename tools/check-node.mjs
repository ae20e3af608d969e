// Imported before anything else, so that an old Node says what it lacks: it would fail half-way, with a database made.
const [MAJOR = 0, MINOR = 0] = process.versions.node.split('.').map(Number);
if (MAJOR < 20 || (MAJOR === 20 && MINOR < 19)) {
  console.error(`Pulso necesita Node 20.19 o posterior; este es ${process.versions.node}.`);
  process.exit(1);
}
