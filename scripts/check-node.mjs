// Runs before `npm start` and `npm run dev`, so that a Node that cannot read TypeScript gets one
// clear line.
const OLDEST = [22, 18];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Meridian needs Node ${OLDEST.join('.')} or newer and this is ${process.version}: ` +
      'run `npm ci` without leaving out optional packages (it brings Node 24), or install Node 24.',
  );
  process.exit(1);
}
