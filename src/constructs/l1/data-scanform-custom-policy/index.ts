// https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/custom_policy
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import * as bases from '../../framework/bases';

// Configuration

export interface DataScanformCustomPolicyConfig extends cdktf.TerraformMetaArguments {
  /**
  * The id, in place of the title.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/custom_policy#id DataScanformCustomPolicy#id}
  *
  * Please be aware that the id field is automatically added to all resources in Terraform providers using a Terraform provider SDK version below 2.
  * If you experience problems setting this value it might not be settable. Please take a look at the provider documentation to ensure it should be settable.
  */
  readonly id?: string;
  /**
  * The exact title, in place of the id. It must be unique.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/custom_policy#title DataScanformCustomPolicy#title}
  */
  readonly title?: string;
}

/**
* Represents a {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/custom_policy scanform_custom_policy}
*/
export class DataScanformCustomPolicy extends bases.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "scanform_custom_policy";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataScanformCustomPolicy resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataScanformCustomPolicy to import
  * @param importFromId The id of the existing DataScanformCustomPolicy that should be imported. Refer to the {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/custom_policy#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataScanformCustomPolicy to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "scanform_custom_policy", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/custom_policy scanform_custom_policy} Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataScanformCustomPolicyConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataScanformCustomPolicyConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'scanform_custom_policy',
      terraformGeneratorMetadata: {
        providerName: 'scanform',
        providerVersionConstraint: '~> 0.1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._id = config.id;
    this._title = config.title;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // id - computed: true, optional: true, required: false
  private _id?: string; 
  public get id() {
    return this.getStringAttribute('id');
  }
  public set id(value: string) {
    this._id = value;
  }
  public resetId() {
    this._id = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get idInput() {
    return this._id;
  }

  // dashboard_url - computed: true, optional: false, required: false
  public get dashboardUrl() {
    return this.getStringAttribute('dashboard_url');
  }

  // title - computed: true, optional: true, required: false
  private _title?: string; 
  public get title() {
    return this.getStringAttribute('title');
  }
  public set title(value: string) {
    this._title = value;
  }
  public resetTitle() {
    this._title = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get titleInput() {
    return this._title;
  }

  // background - computed: true, optional: false, required: false
  public get background() {
    return this.getStringAttribute('background');
  }

  // guidance - computed: true, optional: false, required: false
  public get guidance() {
    return this.getStringAttribute('guidance');
  }

  // question - computed: true, optional: false, required: false
  public get question() {
    return this.getStringAttribute('question');
  }

  // created_at - computed: true, optional: false, required: false
  public get createdAt() {
    return this.getStringAttribute('created_at');
  }

  // updated_at - computed: true, optional: false, required: false
  public get updatedAt() {
    return this.getStringAttribute('updated_at');
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      id: cdktf.stringToTerraform(this._id),
      title: cdktf.stringToTerraform(this._title),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      id: {
        value: cdktf.stringToHclTerraform(this._id),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      title: {
        value: cdktf.stringToHclTerraform(this._title),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
