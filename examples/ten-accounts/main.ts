import { App } from "cdktn";
import { Company } from "./company.js";

const app = new App();
new Company(app);
app.synth();
