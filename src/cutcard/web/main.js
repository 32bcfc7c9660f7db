// Where the page starts.

import "./elements/card.js";
import "./elements/clock.js";
import "./elements/hand.js";
import "./elements/seat.js";
import {Lounge} from "./lounge.js";
import {keepPage} from "./offline.js";

void new Lounge().open();
keepPage();
