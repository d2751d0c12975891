import { App } from "cdktn";
import { Acme } from "./acme.js";

const app = new App();
new Acme(app);
app.synth();
